import { useQuery } from "@connectrpc/connect-query";
import { type Lead, LeadService } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { leadName, stageOf } from "../shared/leads/lead-words.ts";
import { NextStep } from "../shared/leads/NextStep.tsx";
import { LeadBulkBar } from "./LeadBulkBar.tsx";
import type { LeadState } from "./LeadFilters.tsx";

const PAGE_SIZE = 20;
type Props = {
  state: LeadState;
  asked: { keyword: string; assignedStaffId: string; referralSourceId: string; due: boolean };
  onPage: (page: number) => void;
};

/** Leads one below the other: the next step that is due first. */
export const LeadList = ({ state, asked, onPage }: Props) => {
  const format = useFormat();
  const names = useStaffNames();
  const at = Number(state.page) || 1;
  const request = { ...asked, stage: Number(state.stage), pageSize: PAGE_SIZE, pageNum: at };
  const found = useQuery(LeadService.method.listLeads, request, { placeholderData: keepPreviousData });
  const stage = (lead: Lead) => <StatusChip tone={stageOf(lead.stage).tone}>{stageOf(lead.stage).label}</StatusChip>;
  const narrowed = state.q !== "" || state.stage !== "" || state.staff !== "" || state.source !== "" || state.due !== "";
  const mobile = useMobile();
  const canEdit = useCan("editClient");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const shown = found.data?.leads ?? [];
  const chosen = shown.filter(({ customerId }) => ticked.has(customerId));
  const all = shown.length > 0 && chosen.length === shown.length;
  const toggle = (id: string) => setTicked((was) => new Set(was.has(id) ? [...was].filter((one) => one !== id) : [...was, id]));
  const columns: Column<Lead>[] = [
    { key: "name", header: "Lead", cell: (lead) => <Box sx={{ fontWeight: 600 }}>{leadName(lead)}</Box> },
    { key: "pets", header: "Pets", cell: ({ petNames }) => petNames.join(", "), wide: true },
    { key: "stage", header: "Stage", cell: stage, nowrap: true },
    { key: "next", header: "Next step", cell: (lead) => <NextStep lead={lead} /> },
    { key: "whose", header: "Assigned to", cell: ({ assignedStaffId }) => names.get(assignedStaffId) ?? "", wide: true },
    { key: "phone", header: "Phone", cell: ({ phoneDisplay }) => phoneDisplay, nowrap: true },
    { key: "since", header: "Added", cell: ({ createTime }) => format.ago(createTime), nowrap: true, wide: true },
  ];
  return (
    <>
      {chosen.length > 0 && <LeadBulkBar chosen={chosen} onDone={() => setTicked(new Set())} />}
      <DataList
        label="Leads"
        rows={found.data?.leads}
        rowKey={({ customerId }) => customerId}
        columns={columns}
        card={(lead) => (
          <Box sx={{ display: "grid", gap: 0.25 }}>
            <Box sx={{ display: "flex", gap: 1 }}>
              <Typography variant="subtitle1" sx={{ flex: 1 }}>
                {leadName(lead)}
              </Typography>
              {stage(lead)}
            </Box>
            <Typography variant="body2" color="textSecondary">
              {[lead.petNames.join(", "), lead.phoneDisplay].filter(Boolean).join(" · ")}
            </Typography>
            <NextStep lead={lead} />
          </Box>
        )}
        {...(canEdit &&
          !mobile && {
            selection: {
              has: ({ customerId }: Lead) => ticked.has(customerId),
              toggle: ({ customerId }: Lead) => toggle(customerId),
              toggleAll: () => setTicked(new Set(all ? [] : shown.map(({ customerId }) => customerId))),
              all,
              some: chosen.length > 0,
            },
          })}
        href={({ customerId }) => pathTo("/leads/detail/:id", { id: customerId })}
        error={found.error}
        onRetry={() => void found.refetch()}
        busy={found.isPlaceholderData}
        page={{ at, size: PAGE_SIZE, total: found.data?.total ?? 0, onChange: onPage }}
        empty={
          narrowed ? (
            <EmptyState icon="search" title="No leads match" text="Try another stage, or fewer letters.">
              <LinkButton to="/leads/management">Show all open leads</LinkButton>
            </EmptyState>
          ) : (
            <EmptyState
              icon="clients"
              title="No open leads"
              text="People who called or wrote and have not booked yet. They become clients automatically with their first appointment."
            />
          )
        }
      />
    </>
  );
};
