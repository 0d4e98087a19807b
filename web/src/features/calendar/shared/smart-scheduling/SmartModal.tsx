import type { SmartSlot } from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { addDays } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { fullName } from "../columns.tsx";
import type { CalendarStaff } from "../types.ts";
import { SlotShown } from "./SlotShown.tsx";
import { noneWords } from "./smart-text.ts";
import { useSmartSearch } from "./useSmartSearch.ts";
import { useUsualBuffer } from "./useUsualBuffer.ts";
import { useWhere } from "./useWhere.ts";
import { WhereField } from "./WhereField.tsx";
import { OtherDays, WhyNot } from "./WhyNot.tsx";

const FARTHEST = 360;

type Props = {
  client: { customerId: string; name: string };
  /** What is done there, in words: "Biscuit: Full groom". */
  what: string;
  /** Of which of the client's addresses; "0" for the primary one. */
  addressId: string;
  duration: number;
  staff: readonly CalendarStaff[];
  staffIds: readonly string[];
  today: string;
  onTake: (slot: SmartSlot, addressId: string) => void;
  onClose: () => void;
};

/** Times that cost the least driving, one after the other, to be taken into the booking. */
export const SmartModal = ({ client: { customerId, name }, what, addressId, duration, staff, staffIds, today, onTake, onClose }: Props) => {
  const format = useFormat();
  const [from, setFrom] = useState(today);
  const [until, setUntil] = useState("");
  const where = useWhere(customerId, addressId);
  const usual = useUsualBuffer();
  const [typed, setBuffer] = useState<string>();
  const buffer = typed ?? usual;
  const [chosen, setChosen] = useState(staffIds);
  const bufferTime = Math.min(240, Number(buffer) || 0);
  const { found, slot, at, setAt, search, later, stale, outdate, fetching, error } = useSmartSearch({
    customerId,
    address: where.at,
    duration,
    staffIds: chosen,
    bufferTime,
    until,
  });
  /** What was found is of another question then. */
  const changing = (set: (text: string) => void) => (text: string) => {
    set(text);
    outdate();
  };
  const toggle = (id: string) => {
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
    outdate();
  };
  const find = () => search(from, noneWords(until && from <= today ? undefined : format.day(from), until ? format.day(until) : undefined));
  const last = found ? at >= found.slots.length - 1 : true;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="smart-title">
      <DialogTitle id="smart-title">Find a time on the way</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.75, pt: "8px !important" }}>
        <Box>
          <Typography variant="subtitle2">{name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {what}
          </Typography>
        </Box>
        <WhereField where={where} onChange={changing(where.set)} />
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
          <DateField label="From" value={from} min={today} onChange={changing(setFrom)} />
          <DateField label="Until" value={until} min={from || today} max={addDays(today, FARTHEST)} onChange={changing(setUntil)} />
        </Box>
        <TextField
          label="Minutes to spare at each stop"
          value={buffer}
          onChange={({ target }) => {
            setBuffer(target.value.replace(/\D/g, "").slice(0, 3));
            outdate();
          }}
          slotProps={{ htmlInput: { inputMode: "numeric" } }}
        />
        <Box role="group" aria-label="Staff" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
          {staff.map((one) => {
            const on = chosen.includes(one.staffId);
            const color = on ? "primary" : "default";
            return <Chip key={one.staffId} label={fullName(one)} color={color} aria-pressed={on} onClick={() => toggle(one.staffId)} />;
          })}
        </Box>
        {error && <Alert severity="warning">{messageOf(error)}</Alert>}
        {found && (
          <Box sx={{ display: "grid", gap: 1.75, opacity: stale ? 0.4 : 1 }} aria-busy={stale || fetching}>
            {slot ? <SlotShown slot={slot} at={at} of={found.slots.length} /> : <Alert severity="info">{found.none}</Alert>}
            {slot ? <OtherDays days={found.ruledOut} /> : <WhyNot days={found.ruledOut} />}
          </Box>
        )}
        {slot && (
          <Box sx={{ display: "flex", gap: 1 }}>
            <Button disabled={stale || at === 0} onClick={() => setAt(at - 1)}>
              Previous
            </Button>
            <Button disabled={stale || fetching || (last && !found?.next)} onClick={() => (last ? later() : setAt(at + 1))}>
              {last && found?.next ? "Later times" : "Next"}
            </Button>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {slot && !stale ? (
          <Button variant="contained" color="primary" onClick={() => onTake(slot, where.id)}>
            Use this time
          </Button>
        ) : (
          <Button variant="contained" color="primary" disabled={!from || chosen.length === 0 || !where.findable || fetching} onClick={find}>
            {fetching ? "Looking…" : "Find times"}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
