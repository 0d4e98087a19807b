import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { IntakeSubmission } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import { type IntakeDuplicate, IntakeSubmissionService } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorCode } from "../../../../ui/feedback/call-errors.ts";
import { choose, confirm } from "../../../../ui/feedback/confirm.ts";
import { FormSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { clientName } from "../../shared/client-name.ts";
import { useClientsChanged } from "../../shared/use-client.ts";
import { MergeForm } from "./MergeForm.tsx";

const main = { variant: "contained", color: "primary" } as const;
const PHONE_IN_USE = 30002;
const { method } = IntakeSubmissionService;
type Choices = { customerId: string; fields: string[]; pets: { petId: string; fields: string[]; leaveOut: boolean }[] };
type Props = { submission: IntakeSubmission; onClose: () => void; onAdded: () => void };

const whyAlike = ({ samePhone, sameEmail, sameNames }: IntakeDuplicate): string =>
  [samePhone && "same phone number", sameEmail && "same email", sameNames && "same name and pet"].filter(Boolean).join(", ");

/** Makes a profile of a form: a new client, or merged into one who may be the same. */
export const ProfileDialog = ({ submission, onClose, onAdded }: Props) => {
  const found = useQuery(method.listIntakeDuplicates, { id: submission.id });
  const create = useMutation(method.createIntakeProfile, { meta: { success: "Profile made from the form" } });
  const clientsChanged = useClientsChanged();
  const [into, setInto] = useState<IntakeDuplicate>();
  const duplicates = found.data?.duplicates ?? [];
  const known = duplicates.find(({ samePhone }) => samePhone);
  const done = () => {
    void clientsChanged();
    onAdded();
    onClose();
  };
  const add = async (allowDuplicatePhone: boolean) => {
    try {
      await create.mutateAsync({ id: submission.id, allowDuplicatePhone });
      done();
    } catch (error) {
      if (errorCode(error) !== PHONE_IN_USE || allowDuplicatePhone) return;
      const question = { title: "Another client has this phone number", body: "Add a second client with it?" };
      // One who may not be reached has the number as well: there is nobody to merge with, then.
      const answer = known
        ? await choose({ ...question, action: "Merge", other: "Add anyway" })
        : (await confirm({ ...question, action: "Add anyway" })) && "other";
      if (answer === "other") await add(true);
      else if (answer) setInto(known);
    }
  };
  const merge = (choices: Choices) => create.mutate({ id: submission.id, ...choices }, { onSuccess: done });
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="profile-title">
      <DialogTitle id="profile-title">{into?.client ? `Merge into ${clientName(into.client)}` : "Create profile"}</DialogTitle>
      {into?.client ? (
        <MergeForm submission={submission} into={into} busy={create.isPending} onBack={() => setInto(undefined)} onMerge={merge} />
      ) : (
        <>
          <DialogContent sx={{ display: "grid", gap: 1.5 }}>
            {found.isPending && <FormSkeleton fields={2} />}
            {duplicates.length > 0 && <Typography>This may be somebody you know already:</Typography>}
            {duplicates.map((one) => (
              <Box
                key={one.client?.customerId}
                sx={{ display: "flex", alignItems: "center", gap: 1, borderTop: 1, borderColor: "line", pt: 1 }}
              >
                <Box sx={{ flex: 1 }}>
                  <Typography variant="subtitle1">{one.client && clientName(one.client)}</Typography>
                  <Typography color="textSecondary">
                    {[one.pets.map(({ petName }) => petName).join(", "), whyAlike(one)].filter(Boolean).join(" · ")}
                  </Typography>
                </Box>
                <Button {...(one.samePhone && main)} onClick={() => setInto(one)}>
                  Merge
                </Button>
              </Box>
            ))}
            {found.data && duplicates.length === 0 && (
              <Typography>Nobody on file has this phone number, email, or name and pet.</Typography>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button {...(!known && main)} loading={create.isPending} onClick={() => void add(false)}>
              Add as new client
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
};
