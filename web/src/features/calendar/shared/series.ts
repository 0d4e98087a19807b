/** In the address of a page with an appointment open: shows how it repeats. */
export const REPEAT = "repeat";
