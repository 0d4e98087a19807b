import { useQuery } from "@connectrpc/connect-query";
import { ClientAppointmentService } from "@leashline/proto/leashline/calendar/v1/client_appointment_service_pb.js";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { CopyField } from "../../../../ui/inputs/CopyField.tsx";

/** The address of a client's own page, to paste into any message. */
export const ClientLinkDialog = ({ customerId, name, onClose }: { customerId: string; name: string; onClose: () => void }) => {
  const link = useQuery(ClientAppointmentService.method.getUpcomingUrl, { customerId });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm">
      <DialogTitle>Link for {name || "the client"}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          Shows their upcoming appointments here. They can confirm, move or cancel as your online booking settings allow. Anyone who has the
          link can open it for 30 days.
        </Typography>
        {link.data ? (
          <CopyField label="Link" value={link.data.url} copied="Link copied" />
        ) : link.error ? (
          <ErrorState compact error={link.error} onRetry={() => void link.refetch()} />
        ) : (
          <FormSkeleton fields={1} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
};
