import type { GetLeadReportResponse } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Typography from "@mui/material/Typography";
import { Bars } from "../../../ui/figures/Bars.tsx";
import { percentOf } from "../../../ui/figures/percent.ts";
import { plural } from "../../../ui/format/text.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { stageOf } from "../shared/leads/lead-words.ts";
import { useReferralSources } from "../shared/sources/useReferralSources.ts";

/** How far the open leads have come by now. */
export const ByStage = ({ report: { stages } }: { report: GetLeadReportResponse }) => {
  const all = stages.reduce((total, { count }) => total + count, 0);
  return (
    <Section title="Open leads now">
      <Typography color="textSecondary">{all === 0 ? "No open leads." : `${plural(all, "lead")} on the way, by stage.`}</Typography>
      {all > 0 && (
        <Bars
          bars={stages.map(({ stage, count }) => ({
            key: String(stage),
            label: stageOf(stage).label,
            percent: percentOf(count, all),
            value: String(count),
            tone: "primary.main",
          }))}
        />
      )}
    </Section>
  );
};

/** Where leads of the period heard of the business, and what became of them. */
export const BySource = ({ report: { sources } }: { report: GetLeadReportResponse }) => {
  const names = new Map(useReferralSources().map(({ id, sourceName }) => [id, sourceName]));
  const most = Math.max(1, ...sources.map(({ added }) => added));
  return (
    <Section title="How they heard of us">
      {sources.length === 0 ? (
        <Typography color="textSecondary">No leads in this period.</Typography>
      ) : (
        <Bars
          bars={sources.map(({ referralSourceId, added, converted, lost }) => ({
            key: referralSourceId,
            label: referralSourceId === "0" ? "Not known" : (names.get(referralSourceId) ?? "Deleted source"),
            percent: percentOf(added, most),
            value: `${added} new, ${converted} became clients, ${lost} lost`,
            tone: "primary.main",
          }))}
        />
      )}
    </Section>
  );
};

/** Why leads were lost in the period. */
export const WhyLost = ({ report: { lostReasons } }: { report: GetLeadReportResponse }) => {
  const most = Math.max(1, ...lostReasons.map(({ count }) => count));
  return (
    <Section title="Why leads were lost">
      {lostReasons.length === 0 ? (
        <Typography color="textSecondary">No lead was lost in this period.</Typography>
      ) : (
        <Bars
          bars={lostReasons.map(({ reason, count }) => ({
            key: reason,
            label: reason || "Other reasons",
            percent: percentOf(count, most),
            value: String(count),
            tone: "error.main",
          }))}
        />
      )}
    </Section>
  );
};
