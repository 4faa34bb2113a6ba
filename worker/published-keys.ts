/**
 * Sample keys that stand in specifications and are copied from there, base64url. Who has them signs anything, so a
 * deployment that uses one is refused (S15).
 */
export const publishedKeys: ReadonlySet<string> = new Set([
  // RFC 7515 appendix A.1 and RFC 7517 appendix A.3, HMAC.
  "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow",
  // RFC 7520 section 3.5, HMAC.
  "hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg",
  // RFC 8037 appendix A.1, which is test 1 of RFC 8032 section 7.1: private, public.
  "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
  "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  // RFC 8032 section 7.1, tests 2, 3, 1024 and SHA(abc): private, public.
  "TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs",
  "PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw",
  "xaqN9D-fg3vtt0QvMdy3sWbThTUHbwlLhc46LgtEWPc",
  "_FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU",
  "9eV2fPFTMZUXYw8iaHa4bIFgzFg7wBN0TGvyVfXMDuU",
  "J4EX_BRMcjQPZ9DyMW6Dhs7_vyskKMnFH-98WX8dQm4",
  "gz_mJAkje51i7HdYdSCRHpp1nOwdGXVbfakBuW3KPUI",
  "7Bcrk61eVjv0kyxw4SRQNMNUZ-8u_U1k6_gZaDRn4r8",
]);
