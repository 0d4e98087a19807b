import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { plural } from "../../../ui/format/text.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { Assignee } from "./Assignee.tsx";
import { handedOver } from "./reassignment.ts";

/** How many visits somebody has ahead, and the way to hand them all to a colleague: for a leave, or a change of plans. */
export const UpcomingAppointments = ({ staff }: { staff: Staff }) => {
  const [open, setOpen] = useState(false);
  const counts = useQuery(StaffAppointmentService.method.getStaffUpcomingCounts, { staffIds: [staff.id] });
  const upcoming = counts.data?.counts[0]?.upcoming ?? 0;
  if (upcoming === 0) return null;
  return (
    <Section title="Upcoming appointments" action={<Button onClick={() => setOpen(true)}>Hand over</Button>}>
      <Typography color="textSecondary">
        {plural(upcoming, "appointment")} {upcoming === 1 ? "is" : "are"} booked with {staff.firstName} from now on.
      </Typography>
      {open && <HandOver staff={staff} upcoming={upcoming} onClose={() => setOpen(false)} onDone={() => void counts.refetch()} />}
    </Section>
  );
};

type Props = { staff: Staff; upcoming: number; onClose: () => void; onDone: () => void };

const HandOver = ({ staff, upcoming, onClose, onDone }: Props) => {
  const form = useForm({ defaultValues: { to: "" } });
  const transfer = useMutation(StaffAppointmentService.method.transferStaffAppointments, { onSettled: onDone });
  const save = async ({ to }: { to: string }) => {
    const sum = { transferred: 0, overbooked: 0 };
    for (let more = true; more; ) {
      const done = await transfer.mutateAsync({ fromStaffId: staff.id, toStaffId: to });
      sum.transferred += done.transferred;
      sum.overbooked += done.overbooked;
      more = done.more;
    }
    toast.success(handedOver(sum));
  };
  return (
    <DrawerForm
      open
      title={`Reassign ${plural(upcoming, "appointment")}`}
      form={form}
      saveLabel="Hand over"
      onClose={onClose}
      onSave={save}
    >
      <Typography color="textSecondary">
        They keep their times. Appointments that conflict with the new staff member's schedule are marked.
      </Typography>
      <Assignee control={form.control} name="to" leaverId={staff.id} nobody />
    </DrawerForm>
  );
};
