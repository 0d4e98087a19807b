const SOON_MS = [1_000, 2_000, 4_000];
const LATER_MS = 20_000;

/** How long to wait before it is asked again how a request stands: what is accepted without anybody is so within seconds, staff take their time. */
export const untilNextLook = (looks: number): number => SOON_MS[looks - 1] ?? LATER_MS;
