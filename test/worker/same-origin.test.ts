import { expect, test } from "vitest";
import { sameOriginPost } from "../../worker/same-origin.ts";

const post = (headers: Record<string, string>, url = "https://shop.example/_stanchion/v1/leave") => {
  const request = new Request(url, { method: "POST" });
  // Of these a Request takes none by its initialiser where it stands for a page's own fetch.
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  return request;
};

test.each<[string, Record<string, string>, string?]>([
  ["the browser says so", { "Sec-Fetch-Site": "same-origin" }],
  ["the browser says so, whatever Origin", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
  ["an old browser's Origin is the request's", { Origin: "https://shop.example" }],
  ["TLS ends in front of the room", { Origin: "https://shop.example" }, "http://shop.example/x"],
  ["plain http on loopback", { Origin: "http://localhost:8787" }, "http://localhost:8787/x"],
])("S17: a POST counts as same-origin when %s", (_, headers, url) => {
  expect(sameOriginPost(post(headers, url))).toBe(true);
});

test.each<[string, Record<string, string>]>([
  ["nothing says so", {}],
  ["another site", { "Sec-Fetch-Site": "cross-site" }],
  ["a sibling host", { "Sec-Fetch-Site": "same-site", Origin: "https://shop.example" }],
  ["the address bar", { "Sec-Fetch-Site": "none", Origin: "https://shop.example" }],
  ["another origin", { Origin: "https://evil.example" }],
  ["an opaque origin", { Origin: "null" }],
  ["another port", { Origin: "https://shop.example:8443" }],
  ["the plain http twin", { Origin: "http://shop.example" }],
  ["a longer name", { Origin: "https://shop.example.evil.example" }],
])("S17: a POST is refused from %s", (_, headers) => {
  expect(sameOriginPost(post(headers))).toBe(false);
});
