import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type ClosedDate, ClosedDateService, type Holiday } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { type Column, DataList } from "../../../ui/lists/DataList.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";

const CLOSED = "closed_date";

/** Days on which this location takes no bookings: its own, and the public holidays it keeps. */
const ClosedDates = () => {
  const format = useFormat();
  const [open, setOpen] = useState<ClosedDate | "new">();
  const closed = useQuery(ClosedDateService.method.getClosedDates);
  const remove = useMutation(ClosedDateService.method.deleteClosedDate, { onSuccess: () => void closed.refetch() });
  const add = useMutation(ClosedDateService.method.addClosedDate, { onSuccess: () => void closed.refetch() });
  const rows = closed.data?.closedDates.filter((one) => one.type === CLOSED);
  const span = (one: ClosedDate): string => {
    const [from, to] = [format.day(one.startDate), format.day(one.endDate)];
    return !to || from === to ? from : `${from} – ${to}`;
  };
  const drop = (one: ClosedDate) => {
    const { startDate, endDate, description } = one;
    const undo = () => startDate && add.mutate({ startDate, description, ...(endDate && { endDate }) });
    remove.mutate({ id: one.id }, { onSuccess: () => toast.success("Closed date removed", { undo }) });
  };
  const columns: Column<ClosedDate>[] = [
    { key: "days", header: "Days", cell: span },
    { key: "why", header: "Why", cell: (one) => one.description || "–" },
    {
      key: "drop",
      header: "",
      align: "right",
      cell: (one) => (
        <IconButton aria-label={`Remove ${one.description || span(one)}`} onClick={() => drop(one)}>
          <Icon name="trash" sx={{ width: 17, height: 17 }} />
        </IconButton>
      ),
    },
  ];
  return (
    <SettingsFrame
      title="Closed dates"
      actions={
        <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
          Add days
        </Button>
      }
    >
      <Box sx={{ display: "grid", gap: 2 }}>
        <DataList
          label="Closed dates"
          rows={rows}
          rowKey={(one) => one.id}
          columns={columns}
          card={(one) => (
            <Box sx={{ display: "flex", alignItems: "center" }}>
              <Box sx={{ flex: 1 }}>
                <Typography variant="subtitle2">{span(one)}</Typography>
                <Typography color="textSecondary">{one.description}</Typography>
              </Box>
              <Icon name="edit" sx={{ color: "text.tertiary" }} />
            </Box>
          )}
          onOpen={setOpen}
          error={closed.error}
          onRetry={() => void closed.refetch()}
          empty={
            <EmptyState icon="calendar" title="Open on every working day" text="Add days when nothing can be booked, such as holidays." />
          }
        />
        <Holidays onChange={() => void closed.refetch()} />
      </Box>
      {open && (
        <ClosedDateForm
          {...(open !== "new" && { known: open })}
          onClose={() => setOpen(undefined)}
          onSaved={() => void closed.refetch()}
          onDrop={drop}
        />
      )}
    </SettingsFrame>
  );
};

type FormProps = { known?: ClosedDate; onClose: () => void; onSaved: () => void; onDrop: (one: ClosedDate) => void };

const ClosedDateForm = ({ known, onClose, onSaved, onDrop }: FormProps) => {
  const add = useMutation(ClosedDateService.method.addClosedDate, { onSuccess: onSaved });
  const update = useMutation(ClosedDateService.method.updateClosedDate, { onSuccess: onSaved });
  const iso = (day: ClosedDate["startDate"]) => (isDay(day) ? dayToIso(day) : "");
  const form = useForm({
    defaultValues: { startDate: iso(known?.startDate), endDate: iso(known?.endDate), description: known?.description ?? "" },
  });
  const save = async (values: { startDate: string; endDate: string; description: string }) => {
    const [startDate, endDate] = [isoToDay(values.startDate), isoToDay(values.endDate || values.startDate)];
    if (!startDate || !endDate) return;
    const body = { startDate, endDate, description: values.description };
    await (known ? update.mutateAsync({ id: known.id, ...body }) : add.mutateAsync(body));
  };
  return (
    <DrawerForm
      open
      title={known ? "Closed date" : "New closed date"}
      form={form}
      saveLabel={known ? "Save" : "Add closed date"}
      onSave={save}
      onClose={onClose}
      aside={
        known && (
          <Button
            color="error"
            variant="text"
            onClick={() => {
              onDrop(known);
              onClose();
            }}
          >
            Remove
          </Button>
        )
      }
    >
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormDate control={form.control} name="startDate" label="From" check={required("The first day")} />
        <FormDate
          control={form.control}
          name="endDate"
          label="To"
          help="Leave empty for one day"
          check={(to) => (to && to < form.getValues("startDate") ? "Ends before it starts" : undefined)}
        />
      </Box>
      <FormText control={form.control} name="description" label="Why" />
    </DrawerForm>
  );
};

const Holidays = ({ onChange }: { onChange: () => void }) => {
  const format = useFormat();
  const [year, setYear] = useState(() => Number(format.now().date.slice(0, 4)));
  const holidays = useQuery(ClosedDateService.method.listHolidays, { year });
  const edit = useMutation(ClosedDateService.method.editHoliday, {
    onSuccess: () => {
      void holidays.refetch();
      onChange();
    },
  });
  const editAll = useMutation(ClosedDateService.method.massEditHolidays, {
    onSuccess: () => {
      void holidays.refetch();
      onChange();
    },
  });
  const closeAll = (isClosed: boolean) => {
    const days = (holidays.data?.holidays ?? []).flatMap(({ startDate, endDate, description }) =>
      startDate ? [{ startDate, description, isClosed, ...(endDate && { endDate }) }] : [],
    );
    editAll.mutate({ holidays: days }, { onSuccess: () => toast.success(isClosed ? "Closed on every holiday" : "Open on every holiday") });
  };
  const allClosed = holidays.data?.holidays.every((one) => one.isClosed) ?? false;
  const set = ({ startDate, endDate, description }: Holiday, isClosed: boolean) =>
    startDate && edit.mutate({ startDate, description, isClosed, ...(endDate && { endDate }) });
  return (
    <Section
      title={`Public holidays ${year}`}
      action={
        <>
          <Button
            size="small"
            variant="text"
            disabled={!holidays.data?.holidays.length}
            loading={editAll.isPending}
            onClick={() => closeAll(!allClosed)}
          >
            {allClosed ? "Open on all" : "Close on all"}
          </Button>
          <IconButton aria-label="The year before" onClick={() => setYear(year - 1)}>
            <Icon name="left" />
          </IconButton>
          <IconButton aria-label="The year after" onClick={() => setYear(year + 1)}>
            <Icon name="right" />
          </IconButton>
        </>
      }
    >
      {!holidays.data && <RowsSkeleton rows={4} />}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {holidays.data?.holidays.map((one) => (
          <Box
            component="li"
            key={`${format.day(one.startDate)}/${one.description}`}
            sx={{ display: "flex", alignItems: "center", borderTop: 1, borderColor: "lineSoft", py: 0.25 }}
          >
            <Box sx={{ flex: 1 }}>
              <Typography>{one.description}</Typography>
              <Typography variant="body2" color="textSecondary">
                {format.shortDay(one.startDate)}
              </Typography>
            </Box>
            <FormControlLabel
              labelPlacement="start"
              control={<Switch checked={one.isClosed} disabled={edit.isPending || editAll.isPending} onChange={(_, on) => set(one, on)} />}
              label={one.isClosed ? "Closed" : "Open"}
            />
          </Box>
        ))}
      </Box>
    </Section>
  );
};

export default ClosedDates;
