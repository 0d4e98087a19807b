/** Change for cash handed over; none when it is not enough. */
export const changeFor = (given: bigint, owed: bigint): bigint => (given > owed ? given - owed : 0n);

/** What is taken now when people pay a part; never more than is owed. */
export const takenNow = (typed: bigint | undefined, owed: bigint): bigint => (typed === undefined || typed > owed ? owed : typed);
