/** Of the pets whose last day it is: "2 left, 0 still to leave". */
export const goneText = (left: number, leaving: number): string => `${left} left, ${leaving} still to leave`;
