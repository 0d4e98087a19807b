import type { Message } from "@leashline/proto/leashline/message/v1/message_pb.js";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Bubble } from "./Bubble.tsx";

/** What went out by itself, folded to a line. */
export const AutomaticMessages = ({ messages }: { messages: readonly Message[] }) => {
  const [open, setOpen] = useState(false);
  const format = useFormat();
  const what = [...new Set(messages.map(({ useCase }) => useCase))].join(", ");
  const count = messages.length === 1 ? "Automatic message" : `${messages.length} automatic messages`;
  const waiting = messages[0]?.waitUntil;
  const when = waiting ? `waits until ${format.time(waiting)}` : format.ago(messages.at(-1)?.createTime);
  return (
    <>
      <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)} sx={{ alignSelf: "center", color: "text.secondary" }}>
        {count}: {what} · {when}
      </Button>
      {open && messages.map((message) => <Bubble key={message.id} message={message} />)}
    </>
  );
};
