/** The origin behind both: a small page at no cost. */
const page = `<!doctype html><title>Shop</title>${"<p>A show, a date, a price.</p>".repeat(30)}`;

export default {
  fetch(): Response {
    return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  },
};
