import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { toast } from "../../../../ui/feedback/toast.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { LinkButton } from "../../../../ui/links/Link.tsx";
import { Section } from "../../../../ui/page/Section.tsx";
import { TestText } from "./TestText.tsx";
import { useWelcome } from "./useWelcome.ts";
import type { Step } from "./welcome.ts";

/** What a new business sets up first. Ticks what is there, and stays until it is put away. */
export const Welcome = () => {
  const { steps, refetch, setHidden, setSkipped, setOpened } = useWelcome();
  const [texting, setTexting] = useState(false);
  if (steps.length === 0) return null;
  const done = steps.filter((step) => step.done).length;
  const hide = () => {
    setHidden(true);
    toast.success("The checklist is hidden", { undo: () => setHidden(false) });
  };
  const skip = ({ id, title }: Step) => {
    setSkipped(id, true);
    toast.success(`Left out: ${title}`, { undo: () => setSkipped(id, false) });
  };
  return (
    <Box sx={{ px: { xs: 1.5, md: 2.5 }, pt: { xs: 1.5, md: 2.5 }, maxWidth: 1100, mx: "auto" }}>
      <Section
        title="Set up your business"
        action={
          <>
            <Typography color="textSecondary" sx={{ mr: 1 }}>
              {done} of {steps.length} done
            </Typography>
            <Button size="small" variant="text" onClick={hide}>
              Hide
            </Button>
          </>
        }
      >
        <Box
          component="ul"
          aria-label="Set up your business"
          sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gridTemplateColumns: { xs: "1fr", lg: "1fr 1fr" }, columnGap: 3 }}
        >
          {steps.map((step) => (
            <Row key={step.id} step={step} onText={() => setTexting(true)} onOpen={() => setOpened(step.id)} onSkip={() => skip(step)} />
          ))}
        </Box>
      </Section>
      {texting && <TestText onClose={() => setTexting(false)} onSent={refetch} />}
    </Box>
  );
};

type RowProps = { step: Step; onText: () => void; onOpen: () => void; onSkip: () => void };

const Row = ({ step: { title, text, done, to, skip }, onText, onOpen, onSkip }: RowProps) => (
  <Box component="li" sx={{ display: "flex", alignItems: "center", gap: 1.25, minHeight: 52, borderTop: 1, borderColor: "lineSoft" }}>
    <Tick done={done} />
    <Box sx={{ flex: 1, minWidth: 0, py: 0.75 }}>
      <Typography variant="subtitle2" sx={done ? { color: "text.secondary" } : {}}>
        {title}
      </Typography>
      {!done && (
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      )}
    </Box>
    {!done && skip && (
      <Button size="small" variant="text" onClick={onSkip} aria-label={`${skip}: ${title}`}>
        {skip}
      </Button>
    )}
    {!done && to && (
      <LinkButton to={to} size="small" onClick={onOpen} aria-label={`Open: ${title}`}>
        Open
      </LinkButton>
    )}
    {!done && !to && (
      <Button size="small" onClick={onText} aria-label={`Send: ${title}`}>
        Send
      </Button>
    )}
  </Box>
);

const Tick = ({ done }: { done: boolean }) => (
  <Box
    role="img"
    aria-label={done ? "Done" : "Not done yet"}
    sx={{
      width: 22,
      height: 22,
      flex: "none",
      borderRadius: "50%",
      display: "grid",
      placeItems: "center",
      border: 1.5,
      borderColor: done ? "transparent" : "edge",
      bgcolor: done ? "tone.ok.soft" : "transparent",
      color: "tone.ok.main",
    }}
  >
    {done && <Icon name="check" sx={{ width: 14, height: 14 }} />}
  </Box>
);
