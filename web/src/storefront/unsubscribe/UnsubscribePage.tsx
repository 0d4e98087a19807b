import type { UnsubscribePage as Page } from "@leashline/proto/leashline/customer/v1/unsubscribe_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { useTitle } from "../../ui/page/title.ts";
import type { Answer } from "./unsubscribe-api.ts";

const calls = () => import("./unsubscribe-api.ts");
const UNREACHED = "We couldn’t connect. Check your internet connection and try again.";

/** /unsubscribe/{token}: where a client says that they want no more news; the link stands in every email to many. */
const UnsubscribePage = () => {
  const { token = "" } = useParams();
  const [page, setPage] = useState<Page>();
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  useTitle("News by email");
  const take = (answer: Answer) => (answer.page ? setPage(answer.page) : setError(answer.error));
  useEffect(() => {
    let left = false;
    calls()
      .then(({ openPage }) => openPage(token))
      .then((opened) => !left && (opened.page ? setPage(opened.page) : setError(opened.error)))
      .catch(() => !left && setError(UNREACHED));
    return () => {
      left = true;
    };
  }, [token]);
  const press = async (again: boolean) => {
    setBusy(true);
    setError("");
    await calls()
      .then(({ unsubscribe }) => unsubscribe(token, again))
      .then(take, () => setError(UNREACHED));
    setBusy(false);
  };
  return (
    <Box sx={{ minHeight: "100dvh", bgcolor: "background.default", fontSize: { md: "1.1rem" } }}>
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ outline: "none", maxWidth: 520, mx: "auto", p: 2.25, pt: 6, display: "grid", gap: 2 }}
      >
        <Typography>{page?.businessName ?? ""}</Typography>
        <Typography variant="display" component="h1">
          News by email
        </Typography>
        {error && <Typography role="alert">{error}</Typography>}
        {!page && !error && <Skeleton variant="rounded" height={120} role="status" aria-label="Loading" />}
        {page && (
          <>
            <Typography role="status">
              {page.unsubscribed
                ? "You are unsubscribed from our news and offers. You still get reminders and messages about your own visits."
                : "You get our news and offers by email. If you unsubscribe, you still get reminders and messages about your own visits."}
            </Typography>
            <Button
              variant={page.unsubscribed ? "outlined" : "contained"}
              color="primary"
              size="large"
              loading={busy}
              onClick={() => void press(page.unsubscribed)}
            >
              {page.unsubscribed ? "Subscribe again" : "Unsubscribe"}
            </Button>
          </>
        )}
      </Box>
    </Box>
  );
};

export default UnsubscribePage;
