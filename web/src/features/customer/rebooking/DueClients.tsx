import { useQuery } from "@connectrpc/connect-query";
import { type DueClient, RebookingService } from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { everyWords } from "../shared/every.ts";

const PAGE_SIZE = 20;
const ahead = [
  { days: "0", label: "By today" },
  { days: "7", label: "Within a week" },
  { days: "14", label: "Within 2 weeks" },
  { days: "30", label: "Within a month" },
];
const standard = { due: "7", page: "1" };
const nameOf = ({ firstName, lastName }: DueClient): string => `${firstName} ${lastName}`.trim();

/** /client?due=7: clients who were here, are due again and have nothing booked, with a way to book or text each. */
const DueClients = () => {
  const format = useFormat();
  const [state, setState] = useQueryState(standard);
  const canBook = useCan("createAndEditTicket");
  const canWrite = useCan("viewMessageCenter");
  const daysAhead = Math.min(Number(state.due) || 0, 90);
  const at = Number(state.page) || 1;
  const asked = { daysAhead, pageSize: PAGE_SIZE, pageNum: at };
  const due = useQuery(RebookingService.method.listDueClients, asked, { placeholderData: keepPreviousData });
  const acts = ({ customerId, isBlockMessage }: DueClient) => (
    <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }} onClick={(event) => event.stopPropagation()}>
      {canWrite && !isBlockMessage && (
        <LinkButton size="small" to={pathTo("/message/new", {}, { customerId })}>
          Text
        </LinkButton>
      )}
      {canBook && (
        <LinkButton size="small" variant="outlined" to={pathTo("/calendar/grooming", {}, { book: "1", customerId })}>
          Book
        </LinkButton>
      )}
    </Box>
  );
  const columns: Column<DueClient>[] = [
    { key: "name", header: "Client", cell: (one) => <Box sx={{ fontWeight: 600 }}>{nameOf(one)}</Box> },
    { key: "pets", header: "Pets", cell: ({ petNames }) => petNames.join(", ") },
    { key: "due", header: "Due", cell: ({ dueDate }) => format.day(dueDate) },
    { key: "last", header: "Last appointment", cell: ({ lastVisitDate }) => format.day(lastVisitDate) },
    { key: "every", header: "Comes", cell: ({ frequencyDays }) => everyWords(frequencyDays) },
    { key: "phone", header: "Phone", cell: ({ phoneDisplay }) => phoneDisplay },
    { key: "acts", header: "", align: "right", cell: acts },
  ];
  return (
    <PageFrame title="Due and not booked" back="/client" beside={due.data && <StatusChip>{format.number(due.data.total)}</StatusChip>}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1.5, mb: 1.5 }}>
        <TextField
          select
          size="small"
          fullWidth={false}
          label="Due"
          value={ahead.some(({ days }) => days === state.due) ? state.due : standard.due}
          onChange={({ target }) => setState({ due: target.value, page: "1" })}
          sx={{ width: 160 }}
        >
          {ahead.map(({ days, label }) => (
            <MenuItem key={days} value={days}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <Typography color="textSecondary" sx={{ flex: "1 1 240px" }}>
          How often a client comes is set in their details; where it is not, your default for clients counts.
        </Typography>
      </Box>
      <DataList
        label="Clients who are due"
        rows={due.data?.clients}
        rowKey={({ customerId }) => customerId}
        columns={columns}
        card={(one) => (
          <Box>
            <Typography variant="subtitle1">{nameOf(one)}</Typography>
            <Typography variant="body2" color="textSecondary">
              {one.petNames.join(", ")} · due {format.day(one.dueDate)} · {everyWords(one.frequencyDays)}
            </Typography>
          </Box>
        )}
        href={({ customerId }) => pathTo("/client/:customerId/overview", { customerId })}
        error={due.error}
        onRetry={() => void due.refetch()}
        busy={due.isPlaceholderData}
        page={{ at, size: PAGE_SIZE, total: due.data?.total ?? 0, onChange: (page) => setState({ page: String(page) }, { push: true }) }}
        empty={
          <EmptyState
            icon="clients"
            title="Nobody is due without a booking"
            text="Clients whose next appointment is due and not booked appear here."
          />
        }
      />
    </PageFrame>
  );
};

export default DueClients;
