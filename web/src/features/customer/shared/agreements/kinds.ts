/** When an agreement is signed: once, with every booking, or only by whom it is sent to. */
export const [ONCE, EACH, MANUAL] = [1, 2, 3] as const;
