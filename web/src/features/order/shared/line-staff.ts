import type { OrderLine } from "@leashline/proto/leashline/order/v1/order_pb.js";

type Line = Pick<OrderLine, "staffName" | "staffShares">;

/** Who did a line: "Ana Ruiz", or "Ana Ruiz 60%, Ben Cole 40%" where they share it. */
export const lineStaff = ({ staffName, staffShares }: Line): string =>
  staffShares.length > 0 ? staffShares.map((one) => `${one.staffName || "Nobody"} ${one.priceRatio}%`).join(", ") : staffName;

/** Everybody on these lines by their first names, each once. */
export const firstNames = (lines: readonly Line[]): string[] => {
  const names = lines.flatMap(({ staffName, staffShares }) => [staffName, ...staffShares.map((one) => one.staffName)]);
  return [...new Set(names.map((name) => name.split(" ")[0] ?? "").filter(Boolean))];
};
