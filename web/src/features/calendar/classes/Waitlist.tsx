import { useMutation } from "@connectrpc/connect-query";
import { ClassService, type Enrolment } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { waitingOf } from "./class-values.ts";

/** Who waits for a place, in the order in which they get in. */
export const Waitlist = ({ enrolments, reload }: { enrolments: readonly Enrolment[]; reload: () => void }) => {
  const may = useCan("createAndEditTicket");
  const withdraw = useMutation(ClassService.method.withdrawPet, { meta: { success: "Removed from the waitlist" }, onSuccess: reload });
  const waiting = waitingOf(enrolments);
  if (waiting.length === 0) return null;
  return (
    <Section title="Waitlist">
      <Box component="ol" aria-label="Waitlist" sx={{ m: 0, pl: 3 }}>
        {waiting.map((one) => (
          <Box component="li" key={one.id} sx={{ py: 0.5 }}>
            <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography variant="subtitle2">{one.petName}</Typography>
                <TextLink to={pathTo("/client/:customerId/overview", { customerId: one.customerId })}>
                  {one.customerName || "Client"}
                </TextLink>
              </Box>
              {may && (
                <Button aria-label={`Remove ${one.petName} from the waitlist`} onClick={() => withdraw.mutate({ enrolmentId: one.id })}>
                  Remove
                </Button>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
};
