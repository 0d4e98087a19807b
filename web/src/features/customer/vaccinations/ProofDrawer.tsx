import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  type VaccineProof,
  VaccineProofService,
  VaccineProofState,
} from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { useClientsChanged } from "../shared/use-client.ts";
import { Fact, Outcome, Paper } from "./ProofFacts.tsx";
import { RejectDialog } from "./RejectDialog.tsx";

type Props = { id: string; onClose: () => void; onDecided: () => void };

/** One proof beside the list: what was sent in, and whether it counts. */
export const ProofDrawer = ({ id, onClose, onDecided }: Props) => {
  const found = useQuery(VaccineProofService.method.getVaccineProof, { proofId: id });
  const proof = found.data?.proof;
  if (!proof)
    return (
      <SideDrawer open addressed title="Vaccine proof" width={520} onClose={onClose}>
        {found.error ? <ErrorState compact error={found.error} what="This proof could not be loaded" /> : <FormSkeleton fields={4} />}
      </SideDrawer>
    );
  return <Opened proof={proof} onClose={onClose} onDecided={onDecided} />;
};

const Opened = ({ proof, onClose, onDecided }: { proof: VaccineProof; onClose: () => void; onDecided: () => void }) => {
  const format = useFormat();
  const today = format.now().date;
  const mayDecide = useCan("editClient") && proof.state === VaccineProofState.PENDING;
  const [day, setDay] = useState(isDay(proof.expirationDate) ? dayToIso(proof.expirationDate) : "");
  const [rejecting, setRejecting] = useState(false);
  const changed = useClientsChanged();
  const onSuccess = () => {
    void changed();
    onDecided();
    onClose();
  };
  const approve = useMutation(VaccineProofService.method.approveVaccineProof, { onSuccess, meta: { success: "Vaccine approved" } });
  const reject = useMutation(VaccineProofService.method.rejectVaccineProof, { onSuccess, meta: { success: "Proof rejected" } });
  const { proofId, petId, petName, customerId, customerName, vaccineName } = proof;
  const expirationDate = isoToDay(day);
  const over = day !== "" && day < today;
  return (
    <SideDrawer
      open
      addressed
      width={520}
      title={`${petName}: ${vaccineName}`}
      onClose={onClose}
      footer={
        mayDecide && (
          <>
            <Button color="error" variant="text" onClick={() => setRejecting(true)} sx={{ mr: "auto" }}>
              Reject
            </Button>
            <Button
              variant="contained"
              color="primary"
              disabled={!expirationDate || over}
              loading={approve.isPending}
              onClick={() => expirationDate && approve.mutate({ proofId, expirationDate })}
            >
              Approve
            </Button>
          </>
        )
      }
    >
      <Box sx={{ p: 2.25, display: "grid", gap: 2 }}>
        <Paper proof={proof} />
        <Fact name="Pet">
          <TextLink to={pathTo("/client/:customerId/pets/:petId?", { customerId, petId })}>{petName}</TextLink> of{" "}
          <TextLink to={pathTo("/client/:customerId/overview", { customerId })}>{customerName}</TextLink>
        </Fact>
        <Fact name="Sent in">
          {format.instant(proof.submitTime)} by {proof.fromClient ? "the client" : proof.submittedByName || "a program"}
        </Fact>
        {isDay(proof.recordedUntil) && <Fact name="On file now">Good until {format.day(proof.recordedUntil)}</Fact>}
        {mayDecide ? (
          <DateField
            label="Expires"
            value={day}
            onChange={setDay}
            min={today}
            eager
            error={over}
            helperText={over ? "This day is over: the vaccine has expired." : "As the proof says"}
          />
        ) : (
          <Outcome proof={proof} />
        )}
      </Box>
      {rejecting && (
        <RejectDialog
          pet={petName}
          busy={reject.isPending}
          onClose={() => setRejecting(false)}
          onReject={(reason) => reject.mutate({ proofId, reason })}
        />
      )}
    </SideDrawer>
  );
};
