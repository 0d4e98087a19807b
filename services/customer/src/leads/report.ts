import type { MessageInitShape } from "@bufbuild/protobuf";
import type { GetLeadReportResponseSchema } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import type { Came } from "./lead.store.ts";

const sum = (rows: readonly Came[], of: "added" | "converted" | "lost"): number => rows.reduce((total, row) => total + row[of], 0);

/** Each month, also one in which nothing happened, and where leads came from, the largest source first. */
export function reportOf(months: readonly string[], came: readonly Came[]): MessageInitShape<typeof GetLeadReportResponseSchema> {
  const sources = [...new Set(came.map(({ source }) => source))].map((source) => {
    const rows = came.filter((row) => row.source === source);
    return { referralSourceId: source, added: sum(rows, "added"), converted: sum(rows, "converted") };
  });
  return {
    months: months.map((month) => {
      const rows = came.filter((row) => row.month === month);
      return { month, added: sum(rows, "added"), converted: sum(rows, "converted"), lost: sum(rows, "lost") };
    }),
    sources: sources.toSorted((a, b) => b.added - a.added || Number(BigInt(a.referralSourceId) - BigInt(b.referralSourceId))),
  };
}
