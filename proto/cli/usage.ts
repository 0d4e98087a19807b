/** Something on the command line that cannot be understood. Shown as it is; exit code 2. */
export class Usage extends Error {}

/** What the exit code tells a script. */
export const exit = { ok: 0, refused: 1, usage: 2, signedOut: 3, forbidden: 4, away: 5, fault: 70 } as const;
