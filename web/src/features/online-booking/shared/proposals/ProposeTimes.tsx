import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { capitalise } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useStaffNames } from "../../../calendar/shared/useCalendar.ts";
import { nameOf } from "../accept/heard.ts";
import { addText, isSameTime, mostOf, type Place, several, timeText } from "./proposal-words.ts";
import type { useProposal } from "./useProposal.ts";

type Props = {
  request: BookingRequest;
  to: Place;
  over: boolean;
  /** What else keeps it from being proposed. */
  wrong?: string;
  proposal: ReturnType<typeof useProposal>;
};

/** The button that is refused stands below what scrolls. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

/** Up to three times, or two stays, from which the client chooses, instead of one that is accepted for them. */
export const ProposeTimes = ({ request, to, over, wrong = "", proposal }: Props) => {
  const format = useFormat();
  const names = useStaffNames();
  const name = nameOf(request.customer);
  const { times, note, setNote, hears, why, refusal } = proposal;
  const textOf = (time: Place) => [timeText(time, format), names.get(time.staffId)].filter(Boolean).join(" · ");
  const isRefused = (time: Place) => refusal?.time !== undefined && isSameTime(refusal.time, time);
  const what = several(request);
  const most = mostOf(request.endDate);
  const no = over ? "This time has passed." : wrong || proposal.whyNotAdded(to);
  return (
    <Box
      component="section"
      aria-labelledby="propose-title"
      sx={{ display: "grid", gap: 1.25, borderTop: 1, borderColor: "line", pt: 2, gridTemplateColumns: "minmax(0, 1fr)" }}
    >
      <Typography id="propose-title" variant="subtitle1" component="h3">
        Or let {name} choose
      </Typography>
      {why ? (
        <Alert severity="info">{why}</Alert>
      ) : (
        <>
          <Typography color="textSecondary">
            Add up to {most} {what}. Each is kept for a day at most.
            {what === "stays" &&
              ` Drop-off at ${format.minutes(request.startTime)} and pick-up at ${format.minutes(request.endTime)} stay as they asked for.`}{" "}
            {hears?.text}
          </Typography>
          {times.length > 0 && (
            <Box
              component="ul"
              aria-label={`${capitalise(what)} to propose`}
              sx={{ listStyle: "none", m: 0, p: 0, display: "flex", flexWrap: "wrap", gap: 1 }}
            >
              {times.map((time) => (
                <li key={`${time.date} ${time.startTime} ${time.staffId} ${time.endDate ?? ""}`}>
                  <Chip
                    label={isRefused(time) ? `${textOf(time)} · can’t be proposed` : textOf(time)}
                    color={isRefused(time) ? "error" : "default"}
                    onDelete={() => proposal.remove(time)}
                  />
                </li>
              ))}
            </Box>
          )}
          {refusal && (
            <Alert severity="error" ref={intoView}>
              {refusal.why}
            </Alert>
          )}
          {times.length < most && (
            <Box>
              <Button
                variant="outlined"
                onClick={() => proposal.add(to)}
                disabled={no !== ""}
                aria-describedby="propose-no"
                sx={{ whiteSpace: "normal" }}
              >
                {addText(to, textOf(to))}
              </Button>
              <Typography id="propose-no" color="textSecondary">
                {no}
              </Typography>
            </Box>
          )}
          {times.length > 0 && (
            <TextField
              label="Note to the client (optional)"
              value={note}
              onChange={(event) => setNote(event.target.value)}
              multiline
              minRows={2}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
          )}
        </>
      )}
    </Box>
  );
};

type ButtonProps = { proposal: ReturnType<typeof useProposal>; disabled: boolean; onDone: () => void };

/** Beside the button that accepts; what is said above says why it cannot be pressed. */
export const ProposeButton = ({ proposal, disabled, onDone }: ButtonProps) => {
  const nothing = proposal.times.length === 0;
  return (
    <Button
      variant="outlined"
      size="large"
      title={proposal.why || (nothing ? `Add a ${proposal.isStay ? "stay" : "time"} first` : undefined)}
      disabled={disabled || nothing || proposal.why !== ""}
      loading={proposal.pending}
      onClick={() => void proposal.propose().then((done) => done && onDone())}
      sx={{ flex: { xs: 1, md: "none" } }}
    >
      Propose to client
    </Button>
  );
};
