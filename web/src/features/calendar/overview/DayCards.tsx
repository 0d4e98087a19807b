import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Box from "@mui/material/Box";
import type { Ref } from "react";
import { useKnown } from "../../customer/shared/alerts/useKnown.ts";
import { TodayCard } from "./TodayCard.tsx";

type Props = {
  appointments: readonly Appointment[];
  /** Whether it can be opened as far as this person reaches. */
  opened: (id: string) => boolean;
  list: Ref<HTMLUListElement>;
  /** An appointment is open beside them. */
  narrow: boolean;
  onOpen: (id: string) => void;
  onEdit: (id: string) => void;
  onCheckout: (id: string) => void;
};

/** The day's appointments under a tab. */
export const DayCards = ({ appointments, opened, list, narrow, onOpen, onEdit, onCheckout }: Props) => {
  const knownOf = useKnown(appointments);
  return (
    <Box
      component="ul"
      ref={list}
      sx={{
        listStyle: "none",
        m: 0,
        p: { xs: 1.5, md: 2.5 },
        display: "grid",
        gap: 1.125,
        gridTemplateColumns: { xs: "1fr", lg: narrow ? "1fr" : "1fr 1fr" },
        maxWidth: 1100,
        mx: "auto",
      }}
    >
      {appointments.map((appointment) => (
        <TodayCard
          key={appointment.id}
          appointment={appointment}
          opened={opened(appointment.id)}
          known={knownOf(appointment)}
          onOpen={() => onOpen(appointment.id)}
          onEdit={() => onEdit(appointment.id)}
          onCheckout={() => onCheckout(appointment.id)}
        />
      ))}
    </Box>
  );
};
