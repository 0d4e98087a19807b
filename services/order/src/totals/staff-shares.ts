import { parsePercent } from "@leashline/proto/rules/percent.ts";
import { share } from "@leashline/proto/rules/share.ts";

/** Whose part of a line is. The ratio is percent as text. */
export type StaffShare = { readonly staffId: string; readonly staffName: string; readonly ratio: string };

type Shared = { readonly staffId: string; readonly staffName: string; readonly staffShares?: string };

/** As a line keeps it: text, so that it is the same where it says the same; "" where one person did it all. */
export const sharesText = (shares: readonly StaffShare[]): string => (shares.length > 0 ? JSON.stringify(shares) : "");

/** Everybody's part of a line that several people did; none where one did it. */
export const sharesOf = ({ staffShares = "" }: Pick<Shared, "staffShares">): StaffShare[] => (staffShares ? JSON.parse(staffShares) : []);

/** Whose a line is: everybody who did it, or the one who did. */
export const whoseLine = (line: Shared): StaffShare[] =>
  line.staffShares ? sharesOf(line) : [{ staffId: line.staffId, staffName: line.staffName, ratio: "100" }];

/** An amount of a line in everybody's parts, which add up to it. */
export const partsOfAmount = (amount: bigint, shares: readonly StaffShare[]): bigint[] =>
  share(
    amount,
    shares.map(({ ratio }) => parsePercent(ratio) ?? 0n),
  );
