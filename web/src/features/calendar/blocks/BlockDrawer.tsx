import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { useCan } from "../../../app/session/session.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../ui/inputs/TimeField.tsx";
import { AppointmentDrawer, OwnColour } from "../shared/AppointmentDrawer.tsx";
import { type BlockFacts, blockTime, changeBlock, openTime, repeatBlock } from "../shared/blocks.ts";
import { fullName } from "../shared/columns.tsx";
import { type BlockWish, blockIn } from "../shared/starts/next-free.ts";
import type { CalendarStaff } from "../shared/types.ts";
import { RepeatFields } from "./RepeatFields.tsx";
import { type BlockRepeat, useBlockRepeat } from "./useBlockRepeat.ts";
import { usePlannedBlock } from "./usePlannedBlock.ts";

export type BlockDraft = BlockFacts & {
  id?: string;
  version?: number;
  repeatId?: string /** Busy time of a Google calendar, changed there only. */;
  synced?: boolean;
};
/** What is blocked, or where it is wanted. */
export type BlockAsked = BlockDraft | BlockWish;
type Props = { draft: BlockAsked; staff: CalendarStaff[]; onClose: () => void };

/** Time in which somebody takes no visits: lunch, training, a van's refuel. */
export const BlockDrawer = ({ draft: asked, staff, onClose }: Props) => {
  const [draft] = useState<BlockDraft>(() => ("among" in asked ? blockIn(asked) : asked));
  const [values, setValues] = useState(draft);
  const may = useCan("manageBlocks") && !draft.synced;
  const repeat = useBlockRepeat(values);
  const { save, remove, pending } = useBlock({ values, draft, repeat, onClose });
  usePlannedBlock(!draft.id, values);
  const wrong = values.endTime <= values.startTime ? "Must end after it starts" : undefined;
  const set = (change: Partial<BlockDraft>) => setValues((before) => ({ ...before, ...change }));
  const changed = (Object.keys(values) as (keyof BlockDraft)[]).some((name) => values[name] !== draft[name]);
  return (
    <AppointmentDrawer
      title={draft.synced ? "Busy in Google Calendar" : draft.id ? "Blocked time" : "Block time"}
      label={repeat.on ? repeat.label : draft.id ? "Save changes" : "Block time"}
      width={440}
      clear={!draft.id}
      ready={!wrong && (!repeat.on || repeat.ready)}
      pending={pending}
      dirty={changed || repeat.on}
      readOnly={!may}
      beside={
        draft.id &&
        !draft.synced && (
          <Button color="error" onClick={() => void remove()} disabled={pending}>
            Open this time
          </Button>
        )
      }
      save={save}
      onClose={onClose}
    >
      {draft.synced && (
        <Alert severity="info" variant="outlined">
          This time comes from their own Google Calendar. Change or delete the event there; it follows here within minutes.
        </Alert>
      )}
      <TextField select label="Staff" value={values.staffId} onChange={(event) => set({ staffId: event.target.value })} disabled={!may}>
        {staff.map((one) => (
          <MenuItem key={one.staffId} value={one.staffId}>
            {fullName(one)}
          </MenuItem>
        ))}
      </TextField>
      <DateField label="Day" value={values.date} onChange={(day) => day && set({ date: day })} disabled={!may} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <TimeField
          label="From"
          value={values.startTime}
          onChange={(minutes) => minutes !== undefined && set({ startTime: minutes })}
          disabled={!may}
        />
        <TimeField
          label="To"
          value={values.endTime}
          onChange={(minutes) => minutes !== undefined && set({ endTime: minutes })}
          error={Boolean(wrong)}
          helperText={wrong}
          disabled={!may}
        />
      </Box>
      <TextField
        label="What for"
        placeholder="Lunch"
        value={values.description}
        onChange={(event) => set({ description: event.target.value })}
        disabled={!may}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <OwnColour value={values.colorCode} onChange={(colorCode) => set({ colorCode })} none="Gray" disabled={!may} />
      {may && <RepeatFields repeat={repeat} date={values.date} repeats={draft.id !== undefined && draft.repeatId !== "0"} />}
    </AppointmentDrawer>
  );
};

type Acting = { values: BlockDraft; draft: BlockDraft; repeat: BlockRepeat; onClose: () => void };

const useBlock = ({ values, draft, repeat, onClose }: Acting) => {
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  const work = async (act: () => Promise<boolean>): Promise<boolean> => {
    setPending(true);
    const done = await act().catch((error) => {
      toast.error(messageOf(error));
      return false;
    });
    setPending(false);
    if (done) onClose();
    await refreshDomains(queries, "calendar");
    return done;
  };
  const { id, version = 0, repeatId = "0" } = draft;
  const block = id ? { id, version, repeatId } : undefined;
  const facts = factsOf(values);
  const save = () =>
    work(() => {
      if (repeat.asked) return repeatBlock(facts, repeat.asked, id ? { id, version } : undefined);
      return block ? changeBlock(block, facts, factsOf(draft)) : blockTime(facts);
    });
  return { save, remove: () => work(async () => block !== undefined && (await openTime(block))), pending };
};

const factsOf = ({ staffId, date, startTime, endTime, description, colorCode }: BlockDraft): BlockFacts => ({
  staffId,
  date,
  startTime,
  endTime,
  description: description.trim(),
  colorCode,
});
