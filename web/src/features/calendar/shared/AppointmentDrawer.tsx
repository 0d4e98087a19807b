import { ColorCodeWith } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { ColourChoice } from "../../../ui/form/FormColour.tsx";
import { AskUnsaved, UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { stoppedByUnread } from "../../../ui/inputs/unread.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { useCalendarSetting } from "./useCalendar.ts";

type Props = {
  title: string;
  /** Names the effect: "Book · 1 hr · $75". */
  label: string;
  ready: boolean;
  pending: boolean;
  dirty: boolean;
  width?: number;
  /** Stands before the strong button: what takes the thing away. */
  beside?: ReactNode;
  /** Why it cannot be saved as it stands: where the hand is. */
  why?: ReactNode;
  /** Nothing can be saved here, only read. */
  readOnly?: boolean;
  /** It has an address of its own: the page closes it. */
  addressed?: boolean;
  /** The page behind follows what is typed here, and is not darkened. */
  clear?: boolean;
  /** True when it worked. Otherwise everything typed stays. */
  save: () => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
};

type ColourProps = { value: string; onChange: (colorCode: string) => void; none: string; disabled?: boolean };

/** The color of one appointment or block, where the calendar is colored by them. */
export const OwnColour = (props: ColourProps) =>
  useCalendarSetting().data?.setting?.showColorCodeWith === ColorCodeWith.APPOINTMENT && (
    <ColourChoice label="Color on the calendar" {...props} />
  );

/** Something of the calendar that is made, changed or moved: Enter saves, Esc closes, and what is not saved is asked about. */
export const AppointmentDrawer = ({
  title,
  label,
  ready,
  pending,
  dirty,
  width = 480,
  beside,
  why,
  readOnly,
  addressed = false,
  clear = false,
  save,
  onClose,
  children,
}: Props) => {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const working = useRef(false);
  /** Once at a time, from the press to the answer, questions on the way included. */
  const submit = async (): Promise<boolean> => {
    if (!ready || pending || readOnly || working.current || stoppedByUnread()) return false;
    working.current = true;
    return await save().finally(() => {
      working.current = false;
    });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <SideDrawer
      open
      title={title}
      width={width}
      addressed={addressed}
      clear={clear}
      onClose={() => (dirty ? setAsking(true) : onClose())}
      footer={
        !readOnly && (
          <Box sx={{ flex: 1, minWidth: 0, display: "grid", gap: 1 }}>
            {why}
            <Box sx={{ display: "flex", gap: 1 }}>
              {beside}
              <Button
                type="submit"
                form={id}
                variant="contained"
                color="primary"
                size="large"
                disabled={!ready}
                loading={pending}
                sx={{ flex: 1 }}
              >
                {label}
              </Button>
            </Box>
          </Box>
        )
      }
    >
      <Box
        component="form"
        id={id}
        noValidate
        onSubmit={onSubmit}
        sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2, p: 2.25 }}
      >
        {children}
      </Box>
      <UnsavedGuard dirty={dirty && !pending} onSave={submit} />
      <AskUnsaved
        open={asking}
        onSave={async () => {
          const saved = await submit();
          setAsking(false);
          return saved;
        }}
        onDiscard={onClose}
        onCancel={() => setAsking(false)}
      />
    </SideDrawer>
  );
};
