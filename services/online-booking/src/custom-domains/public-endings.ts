// Loaded only where a domain is set, for the list is long. A module of our own, because a bundle shows nothing but `default` of a CommonJS package
// that is loaded late.
export { getDomain } from "tldts-icann";
