/** What `npm run static` has packed, as workerd keeps it: text modules beside the code. Stands for `#packed` in workerd. */
export { default as languages } from "../generated/languages.txt";
export { default as pages } from "../generated/pages.txt";
