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
import { AppointmentDrawer } from "../shared/AppointmentDrawer.tsx";
import { type BlockFacts, blockTime, changeBlock, openTime } from "../shared/blocks.ts";
import { fullName } from "../shared/columns.tsx";
import type { CalendarStaff } from "../shared/types.ts";

export type BlockDraft = BlockFacts & { id?: string; version?: number };
type Props = { draft: BlockDraft; staff: CalendarStaff[]; onClose: () => void };

/** Time in which somebody takes no visits: lunch, training, a van's refuel. */
export const BlockDrawer = ({ draft, staff, onClose }: Props) => {
  const [values, setValues] = useState(draft);
  const may = useCan("manageBlocks");
  const { save, remove, pending } = useBlock(values, draft, onClose);
  const wrong = values.endTime <= values.startTime ? "Must end after it starts" : undefined;
  const set = (change: Partial<BlockDraft>) => setValues((before) => ({ ...before, ...change }));
  const changed = (Object.keys(values) as (keyof BlockDraft)[]).some((name) => values[name] !== draft[name]);
  return (
    <AppointmentDrawer
      title={draft.id ? "Blocked time" : "Block time"}
      label={draft.id ? "Save changes" : "Block time"}
      width={440}
      ready={!wrong}
      pending={pending}
      dirty={changed}
      readOnly={!may}
      beside={
        draft.id && (
          <Button color="error" onClick={() => void remove()} disabled={pending}>
            Open this time
          </Button>
        )
      }
      save={save}
      onClose={onClose}
    >
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
    </AppointmentDrawer>
  );
};

const useBlock = (values: BlockDraft, draft: BlockDraft, onClose: () => void) => {
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
  const { id, version = 0 } = draft;
  const save = () => work(() => (id ? changeBlock({ id, version }, factsOf(values), factsOf(draft)) : blockTime(factsOf(values))));
  const remove = () =>
    work(async () => {
      await openTime(id ?? "0");
      return true;
    });
  return { save, remove, pending };
};

const factsOf = ({ staffId, date, startTime, endTime, description }: BlockDraft): BlockFacts => ({
  staffId,
  date,
  startTime,
  endTime,
  description: description.trim(),
});
