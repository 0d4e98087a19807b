import { useQuery } from "@connectrpc/connect-query";
import { type Lead, LeadService } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { leadName } from "../shared/leads/lead-words.ts";
import { useReferralSources } from "../shared/sources/useReferralSources.ts";

const PAGE_SIZE = 20;

/** /leads/convertHistory: leads who became clients, the last one first. */
const ConvertedLeads = () => {
  const format = useFormat();
  const names = useStaffNames();
  const sources = new Map(useReferralSources().map(({ id, sourceName }) => [id, sourceName]));
  const [{ page }, setState] = useQueryState({ page: "1" });
  const at = Number(page) || 1;
  const found = useQuery(
    LeadService.method.listConvertedLeads,
    { pageSize: PAGE_SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const by = (lead: Lead) => names.get(lead.convertedByStaffId) ?? "With the first appointment";
  const columns: Column<Lead>[] = [
    { key: "name", header: "Client", cell: (lead) => <Box sx={{ fontWeight: 600 }}>{leadName(lead)}</Box> },
    { key: "pets", header: "Pets", cell: ({ petNames }) => petNames.join(", "), wide: true },
    { key: "when", header: "Became a client", cell: ({ convertedTime }) => format.instant(convertedTime), nowrap: true },
    { key: "by", header: "By", cell: by },
    { key: "source", header: "How they heard of us", cell: ({ referralSourceId }) => sources.get(referralSourceId) ?? "", wide: true },
    { key: "added", header: "Was added", cell: ({ createTime }) => format.ago(createTime), nowrap: true, wide: true },
  ];
  return (
    <PageFrame
      title="Converted leads"
      back="/leads/management"
      beside={found.data && <StatusChip>{format.number(found.data.total)}</StatusChip>}
    >
      <DataList
        label="Converted leads"
        rows={found.data?.leads}
        rowKey={({ customerId }) => customerId}
        columns={columns}
        card={(lead) => (
          <Box>
            <Typography variant="subtitle1">{leadName(lead)}</Typography>
            <Typography variant="body2" color="textSecondary">
              {format.instant(lead.convertedTime)} · {by(lead)}
            </Typography>
          </Box>
        )}
        href={({ customerId }) => pathTo("/client/:customerId/overview", { customerId })}
        error={found.error}
        onRetry={() => void found.refetch()}
        busy={found.isPlaceholderData}
        page={{ at, size: PAGE_SIZE, total: found.data?.total ?? 0, onChange: (next) => setState({ page: String(next) }, { push: true }) }}
        empty={
          <EmptyState
            icon="clients"
            title="No lead became a client yet"
            text="Leads appear here once they book a first appointment or you convert them."
          />
        }
      />
    </PageFrame>
  );
};

export default ConvertedLeads;
