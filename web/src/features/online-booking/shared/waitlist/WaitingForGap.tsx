import { useQuery } from "@connectrpc/connect-query";
import {
  AppointmentWaitlistService,
  type WaitlistMatch,
} from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../../app/session/session.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useStaffNames } from "../../../calendar/shared/useCalendar.ts";
import { useBookWaiting } from "../book-waiting/useBookWaiting.ts";
import { OfferButton } from "../offers/OfferButton.tsx";

/** Who waits and would fit into the time of an appointment that was canceled. */
export const WaitingForGap = ({ appointmentId }: { appointmentId: string }) => {
  const { data } = useQuery(AppointmentWaitlistService.method.listWaitingForGap, { appointmentId }, { meta: { quiet: true } });
  if (!data || data.matches.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label="Waiting for this time"
      sx={{ m: 2.25, mb: 0, p: 1.5, borderRadius: 1.25, bgcolor: "tone.ok.soft" }}
    >
      <Typography variant="subtitle2">Waiting for a time like this</Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1, mt: 1 }}>
        {data.matches.map((match) => (
          <Match key={match.entry?.id} match={match} />
        ))}
      </Box>
    </Box>
  );
};

const Match = ({ match: { entry, place } }: { match: WaitlistMatch }) => {
  const format = useFormat();
  const names = useStaffNames();
  const may = useCan("createAndEditTicket");
  const { book, pending } = useBookWaiting();
  if (!entry || !place) return null;
  const { customerInfo, petList } = entry;
  const date = isDay(place.date) ? dayToIso(place.date) : "";
  const what = petList.map((pet) => `${pet.petName}: ${pet.serviceList.map((one) => one.serviceName).join(", ")}`).join("; ");
  return (
    <Box component="li" sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
      <Box sx={{ flex: 1, minWidth: 180 }}>
        <Typography>
          <strong>{`${customerInfo?.firstName ?? ""} ${customerInfo?.lastName ?? ""}`.trim()}</strong>
          {customerInfo?.phoneNumber && ` · ${format.phone(customerInfo.phoneNumber)}`}
        </Typography>
        <Typography color="textSecondary">
          {[what, format.minutes(place.startTime), names.get(place.staffId)].filter(Boolean).join(" · ")}
        </Typography>
      </Box>
      {may && <OfferButton entry={entry} place={{ date, startTime: place.startTime, staffId: place.staffId }} />}
      {may && (
        <Button
          variant="outlined"
          loading={pending}
          onClick={() => void book(entry, { date, startTime: place.startTime, staffId: place.staffId })}
        >
          Book
        </Button>
      )}
    </Box>
  );
};
