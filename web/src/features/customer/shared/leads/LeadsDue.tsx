import { useInfiniteQuery } from "@connectrpc/connect-query";
import { type Lead, LeadService } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useCan } from "../../../../app/session/session.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { useStaffNames } from "../../../calendar/shared/useCalendar.ts";
import { leadName } from "./lead-words.ts";
import { NextStep } from "./NextStep.tsx";
import { useLeadActs } from "./useLeadActs.ts";

const heading = "leads-due";

/** Next steps with leads that are due by today, each with the way to the lead and to say that it is done; nothing where none is. */
export const LeadsDue = () => {
  const found = useInfiniteQuery(
    LeadService.method.listLeads,
    { due: true, pageSize: 5, pageToken: "" },
    {
      pageParamKey: "pageToken",
      getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
      enabled: useCan("viewClientList"),
      meta: { quiet: true },
    },
  );
  const leads = found.data?.pages.flatMap((page) => page.leads) ?? [];
  const total = found.data?.pages[0]?.total ?? 0;
  if (leads.length === 0 && !found.error) return null;
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      sx={{ px: { xs: 1.5, md: 2.5 }, pt: 1.5, width: 1, maxWidth: 1100, mx: "auto", boxSizing: "border-box" }}
    >
      <Typography id={heading} variant="subtitle1" component="h2" tabIndex={-1} sx={{ mb: 0.5, outline: "none" }}>
        Leads to follow up{total > 0 && ` (${total})`}
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 0.5 }}>
        {leads.map((lead) => (
          <Due key={lead.customerId} lead={lead} isLast={total === 1} />
        ))}
      </Box>
      {found.error && (
        <ErrorState compact error={found.error} what="Leads to follow up could not be loaded" onRetry={() => void found.refetch()} />
      )}
      {found.hasNextPage && (
        <Button size="small" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show more leads
        </Button>
      )}
    </Box>
  );
};

/** Whoever is at the button of a row that goes is at the heading then, or at the page when the list goes too. */
const focusBeyond = (button: HTMLElement, isLast: boolean): void => {
  const at = document.activeElement;
  if (at === button || at === document.body) document.getElementById(isLast ? "content" : heading)?.focus();
};

const Due = ({ lead, isLast }: { lead: Lead; isLast: boolean }) => {
  const canEdit = useCan("editClient");
  const { finish, busy } = useLeadActs();
  const assigned = useStaffNames().get(lead.assignedStaffId);
  const name = leadName(lead);
  // Not switched off meanwhile: the keyboard would lose its place.
  const done = async ({ currentTarget }: { currentTarget: HTMLElement }) => {
    if (!busy && (await finish(lead))) focusBeyond(currentTarget, isLast);
  };
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "center", gap: 1.5, flexWrap: "wrap" }}>
      <TextLink to={pathTo("/leads/detail/:id", { id: lead.customerId })}>{name}</TextLink>
      <NextStep lead={lead} />
      {assigned && (
        <Typography component="span" variant="body2" color="textSecondary">
          {assigned}
        </Typography>
      )}
      {canEdit && (
        <Button size="small" aria-busy={busy} onClick={(event) => void done(event)} aria-label={`Done with ${name}`}>
          Done
        </Button>
      )}
    </Box>
  );
};
