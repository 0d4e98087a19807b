import { isPostalCode } from "@leashline/proto/rules/postal-code.ts";

const FEWEST_SIGNS = 4;

/** Whether all of a postal code is typed, as far as the country's are known here. */
export const isWholeZip = (zipcode: string, country: string): boolean => zipcode.length >= FEWEST_SIGNS && isPostalCode(zipcode, country);
