/** What wrangler keeps beside the code as a text module. */
declare module "*.txt" {
  const text: string;
  export default text;
}
