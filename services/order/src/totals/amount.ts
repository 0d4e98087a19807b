const pattern = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/;

/** Up to 9 integer digits without leading zero, and one or two decimals (core §5). */
export const isAmount = (text: string): boolean => pattern.test(text);
