import type { MessageInitShape } from "@bufbuild/protobuf";
import { type GetLeadReportResponseSchema, LeadStage } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import type { Came } from "./lead.store.ts";

const sum = (rows: readonly Came[], of: "added" | "converted" | "lost"): number => rows.reduce((total, row) => total + row[of], 0);
const openStages = [LeadStage.NEW, LeadStage.CONTACTED, LeadStage.INTERESTED];
const mostReasons = 20;

type Lost = { reason: string; count: number };
type Found = { came: readonly Came[]; lost: readonly Lost[]; stages: ReadonlyMap<number, number> };

/** Reasons that few gave are one, without words. */
function mostOf(lost: readonly Lost[]): Lost[] {
  const rest = lost.slice(mostReasons).reduce((total, { count }) => total + count, 0);
  return [...lost.slice(0, mostReasons), ...(rest > 0 ? [{ reason: "", count: rest }] : [])];
}

/** Each month, also one in which nothing happened; where leads came from, the largest source first; how far they are; why they were lost. */
export function reportOf(months: readonly string[], { came, lost, stages }: Found): MessageInitShape<typeof GetLeadReportResponseSchema> {
  const sources = [...new Set(came.map(({ source }) => source))].map((source) => {
    const rows = came.filter((row) => row.source === source);
    return { referralSourceId: source, added: sum(rows, "added"), converted: sum(rows, "converted"), lost: sum(rows, "lost") };
  });
  return {
    months: months.map((month) => {
      const rows = came.filter((row) => row.month === month);
      return { month, added: sum(rows, "added"), converted: sum(rows, "converted"), lost: sum(rows, "lost") };
    }),
    sources: sources.toSorted((a, b) => b.added - a.added || Number(BigInt(a.referralSourceId) - BigInt(b.referralSourceId))),
    stages: openStages.map((stage) => ({ stage, count: stages.get(stage) ?? 0 })),
    lostReasons: mostOf(lost),
  };
}
