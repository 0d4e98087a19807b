import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ClosedDateService, type Holiday } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";

export const Holidays = ({ onChange }: { onChange: () => void }) => {
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
              label="Closed"
            />
          </Box>
        ))}
      </Box>
    </Section>
  );
};
