import { useMutation, useQuery } from "@connectrpc/connect-query";
import { VaccineProofService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { PickPaper } from "../../../../app/upload/PickPaper.tsx";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";

type Props = { petId: string; vaccineId: string; vaccineName: string; onClose: () => void; onSaved: () => void };

/** A photo or PDF that proves a vaccine, and until when it is good. */
export const ProofDialog = ({ petId, vaccineId, vaccineName, onClose, onSaved }: Props) => {
  const today = useFormat().now().date;
  const settings = useQuery(VaccineProofService.method.getVaccineSettings);
  const [file, setFile] = useState<{ path: string; name: string }>();
  const [day, setDay] = useState("");
  const waits = settings.data?.settings?.approvalRequired ?? false;
  const send = useMutation(VaccineProofService.method.createVaccineProof, {
    meta: { success: waits ? "Sent in for review" : "Vaccine saved" },
    onSuccess: () => {
      onSaved();
      onClose();
    },
  });
  const expirationDate = isoToDay(day);
  const over = day !== "" && day < today;
  const ready = file && settings.data && !over && (waits || day !== "");
  const save = () => {
    if (file) send.mutate({ petId, vaccineId, documentPath: file.path, ...(expirationDate && { expirationDate }) });
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>Proof of {vaccineName}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          <PickPaper
            label={`Proof of ${vaccineName}`}
            button={{ variant: "outlined" }}
            onPicked={({ path }, { name }) => setFile({ path, name })}
          >
            {file ? "Choose another" : "Choose a photo or PDF"}
          </PickPaper>
          {file && <Typography sx={{ overflowWrap: "anywhere" }}>{file.name}</Typography>}
        </Box>
        <DateField
          label={waits ? "Expires (if you can read it)" : "Expires"}
          value={day}
          onChange={setDay}
          min={today}
          eager
          error={over}
          helperText={over ? "This day is over: the vaccine has expired." : ""}
        />
        {waits && (
          <Typography variant="body2" color="textSecondary">
            It counts once somebody has approved it under Vaccine proofs.
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="primary" disabled={!ready} loading={send.isPending} onClick={save}>
          {waits ? "Send in for review" : "Save vaccine"}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
