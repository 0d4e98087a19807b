import { useMutation } from "@connectrpc/connect-query";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../app/call-errors.ts";
import { refreshDomains } from "../../app/refresh.ts";
import { useCan } from "../../app/session.ts";
import { toast } from "../../app/toast.ts";
import { confirm } from "../../ui/confirm.ts";
import { DateField } from "../../ui/DateField.tsx";
import { isoToDay } from "../../ui/format/dates.ts";
import { SideDrawer } from "../../ui/SideDrawer.tsx";
import { TimeField } from "../../ui/TimeField.tsx";
import { fullName } from "./columns.tsx";
import { conflictOf } from "./conflict.ts";
import type { CalendarStaff } from "./types.ts";

export type BlockDraft = {
  id?: string;
  staffId: string;
  date: string;
  startTime: number;
  endTime: number;
  description: string;
  version?: number;
};
type Props = { draft: BlockDraft; staff: CalendarStaff[]; onClose: () => void };

/** Time in which somebody takes no visits: lunch, training, a van's refuel. */
export const BlockDrawer = ({ draft, staff, onClose }: Props) => {
  const [values, setValues] = useState(draft);
  const may = useCan("manageBlocks");
  const { save, remove, pending } = useBlock(values, onClose);
  const wrong = values.endTime <= values.startTime ? "Must end after it starts" : undefined;
  const set = (change: Partial<BlockDraft>) => setValues((before) => ({ ...before, ...change }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong && may) void save();
  };
  return (
    <SideDrawer
      open
      title={draft.id ? "Blocked time" : "Block time"}
      onClose={onClose}
      footer={
        may && (
          <>
            {draft.id && (
              <Button color="error" onClick={() => void remove()} disabled={pending}>
                Open this time
              </Button>
            )}
            <Button
              type="submit"
              form="block"
              variant="contained"
              color="primary"
              size="large"
              sx={{ ml: "auto" }}
              disabled={Boolean(wrong)}
              loading={pending}
            >
              {draft.id ? "Save changes" : "Block time"}
            </Button>
          </>
        )
      }
    >
      <Box component="form" id="block" noValidate onSubmit={onSubmit} sx={{ display: "grid", gap: 2, p: 2.25 }}>
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
      </Box>
    </SideDrawer>
  );
};

const useBlock = (values: BlockDraft, onClose: () => void) => {
  const queries = useQueryClient();
  const quiet = { meta: { quiet: true } };
  const create = useMutation(BlockService.method.createBlock, quiet);
  const update = useMutation(BlockService.method.updateBlock, quiet);
  const drop = useMutation(BlockService.method.deleteBlock, quiet);
  const attempt = async (overbook: boolean): Promise<void> => {
    const { staffId, startTime, endTime, description, id, version } = values;
    const facts = { staffId, date: isoToDay(values.date), startTime, endTime, description: description.trim(), overbook };
    try {
      await (id ? update.mutateAsync({ ...facts, id, version: version ?? 0 }) : create.mutateAsync(facts));
    } catch (error) {
      if (overbook || !conflictOf(error)) throw error;
      const anyway = await confirm({
        title: "Visits are booked in this time",
        body: "They stay as they are. Block the time for everything else?",
        action: "Block anyway",
      });
      if (!anyway) return;
      return attempt(true);
    }
    onClose();
  };
  const guarded = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast.error(messageOf(error));
    }
    await refreshDomains(queries, "calendar");
  };
  const remove = () =>
    guarded(async () => {
      await drop.mutateAsync({ id: values.id ?? "0" });
      onClose();
    });
  return { save: () => guarded(() => attempt(false)), remove, pending: create.isPending || update.isPending || drop.isPending };
};
