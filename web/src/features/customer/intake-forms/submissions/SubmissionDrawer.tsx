import { useMutation, useQuery } from "@connectrpc/connect-query";
import { IntakeSubmissionState as State } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import { IntakeSubmissionService } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useCan } from "../../../../app/session/session.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../../ui/links/Link.tsx";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { AnswerList } from "./AnswerList.tsx";
import { ProfileDialog } from "./ProfileDialog.tsx";

const { method } = IntakeSubmissionService;
type Props = { id: string; onClose: () => void; onChanged: () => void };

/** One form that came in. Opening it marks it read. */
export const SubmissionDrawer = ({ id, onClose, onChanged }: Props) => {
  const format = useFormat();
  const canEdit = useCan("editClient");
  const found = useQuery(method.getIntakeSubmission, { id });
  const { mutate: markRead } = useMutation(method.markIntakeSubmissionRead, { meta: { quiet: true }, onSuccess: onChanged });
  const unreadAgain = useMutation(method.markIntakeSubmissionRead);
  const remove = useMutation(method.deleteIntakeSubmission, { meta: { success: "Submission deleted" } });
  const [adding, setAdding] = useState(false);
  const submission = found.data?.submission;
  const unread = submission?.state === State.UNREAD;
  // What is to be unread is not read by the drawer that is about to close.
  const leaving = useRef(false);
  useEffect(() => {
    if (unread && !leaving.current) markRead({ id });
  }, [unread, id, markRead]);
  const keepUnread = async () => {
    leaving.current = true;
    const done = await unreadAgain.mutateAsync({ id, unread: true }).catch(() => undefined);
    leaving.current = done !== undefined;
    if (!done) return;
    onChanged();
    onClose();
  };
  const drop = async () => {
    const body = "What was filled in is gone. A profile that was made of it stays.";
    if (!(await confirm({ title: "Delete this submission?", body, action: "Delete submission", danger: true }))) return;
    await remove.mutateAsync({ id });
    onChanged();
    onClose();
  };
  const added = () => {
    void found.refetch();
    onChanged();
  };
  return (
    <SideDrawer
      open
      addressed
      width={560}
      title={submission?.name ?? "Submission"}
      onClose={onClose}
      footer={
        submission && (
          <>
            {canEdit && (
              <Button color="error" variant="text" onClick={() => void drop()}>
                Delete
              </Button>
            )}
            {submission.customerId === "0" && (
              <Button variant="text" loading={unreadAgain.isPending} onClick={() => void keepUnread()}>
                Mark as unread
              </Button>
            )}
            {submission.customerId !== "0" ? (
              <LinkButton sx={{ ml: "auto" }} to={pathTo("/client/:customerId/overview", { customerId: submission.customerId })}>
                Open client
              </LinkButton>
            ) : (
              canEdit && (
                <Button variant="contained" color="primary" sx={{ ml: "auto" }} onClick={() => setAdding(true)}>
                  Create profile
                </Button>
              )
            )}
          </>
        )
      }
    >
      <Box sx={{ p: 2.25, display: "grid", gap: 2 }}>
        {submission ? (
          <>
            <Typography color="textSecondary">
              {submission.formTitle} · {format.ago(submission.createTime)}
            </Typography>
            <AnswerList submission={submission} />
          </>
        ) : found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <FormSkeleton />
        )}
      </Box>
      {adding && submission && <ProfileDialog submission={submission} onClose={() => setAdding(false)} onAdded={added} />}
    </SideDrawer>
  );
};
