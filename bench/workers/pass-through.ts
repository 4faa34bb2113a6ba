/** Baseline of the proxy: a bare pass-through to the origin. */
export default {
  fetch(request: Request, env: { readonly ORIGIN: string }): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(env.ORIGIN + pathname + search, request), { redirect: "manual" });
  },
};
