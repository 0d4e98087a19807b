import { useQuery } from "@connectrpc/connect-query";
import {
  type VaccineProof,
  VaccineProofService,
  VaccineProofState,
} from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { isDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useQueryChange } from "../../../ui/links/over.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { ProofDrawer } from "./ProofDrawer.tsx";

const SIZE = 20;
const start = { show: "", page: "1" };
const TABS = [
  { id: "", label: "To review", state: VaccineProofState.PENDING, empty: "Nothing to review" },
  { id: "approved", label: "Approved", state: VaccineProofState.APPROVED, empty: "Nothing approved yet" },
  { id: "rejected", label: "Rejected", state: VaccineProofState.REJECTED, empty: "Nothing rejected" },
] as const;

/** /client/vaccineProofs: photos and papers that were sent in to prove vaccines; those that wait longest stand first. */
const Proofs = () => {
  const format = useFormat();
  const [state, setState] = useQueryState(start);
  const { query, open, close } = useQueryChange();
  const at = Math.max(1, Number(state.page) || 1);
  const tab = TABS.find(({ id }) => id === state.show) ?? TABS[0];
  const list = useQuery(
    VaccineProofService.method.listVaccineProofs,
    { state: tab.state, pageSize: SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const shown = query.get("proof");
  const day = (one: VaccineProof) => (isDay(one.expirationDate) ? format.day(one.expirationDate) : "");
  const columns: Column<VaccineProof>[] = [
    { key: "pet", header: "Pet", cell: (one) => <strong>{one.petName}</strong> },
    { key: "client", header: "Client", cell: (one) => one.customerName },
    { key: "vaccine", header: "Vaccine", cell: (one) => one.vaccineName },
    { key: "expires", header: "Expires", nowrap: true, cell: day },
    { key: "from", header: "Sent in by", wide: true, cell: (one) => (one.fromClient ? "Client" : one.submittedByName) },
    { key: "when", header: "Sent in", nowrap: true, cell: (one) => format.instant(one.submitTime) },
    ...(tab.id === "rejected" ? [{ key: "why", header: "Reason", wide: true as const, cell: (one: VaccineProof) => one.reason }] : []),
  ];
  return (
    <PageFrame
      title="Vaccine proofs"
      back="/client"
      beside={list.data && tab.id === "" && <StatusChip>{format.number(list.data.total)}</StatusChip>}
    >
      <Box role="group" aria-label="Which proofs" sx={{ display: "flex", gap: 0.75, flexWrap: "wrap", mb: 1.5 }}>
        {TABS.map((one) => (
          <Chip
            key={one.id}
            label={one.label}
            color={one.id === tab.id ? "primary" : "default"}
            aria-pressed={one.id === tab.id}
            onClick={() => setState({ show: one.id, page: "1" })}
          />
        ))}
      </Box>
      <DataList
        label="Vaccine proofs"
        rows={list.data?.proofs}
        rowKey={({ proofId }) => proofId}
        columns={columns}
        card={(one) => (
          <Box>
            <Typography variant="subtitle1">
              {one.petName}: {one.vaccineName}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {[one.customerName, day(one) && `until ${day(one)}`, format.instant(one.submitTime)].filter(Boolean).join(" · ")}
            </Typography>
          </Box>
        )}
        onOpen={({ proofId }) => open({ proof: proofId })}
        error={list.error}
        onRetry={() => void list.refetch()}
        busy={list.isPlaceholderData}
        page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: (to) => setState({ page: String(to) }, { push: true }) }}
        empty={
          <EmptyState
            icon="note"
            title={tab.empty}
            text="Upload a photo or PDF on a pet's page. Whether a proof has to be approved before it counts is set under Settings, Clients and pets."
          />
        }
      />
      {shown && <ProofDrawer key={shown} id={shown} onClose={() => close("proof")} onDecided={() => void list.refetch()} />}
    </PageFrame>
  );
};

export default Proofs;
