/** Loaded after the page stands there. */
export const calls = () => import("./fill-api.ts");
export const UNREACHED = "We couldn’t connect. Check your internet connection and try again.";
