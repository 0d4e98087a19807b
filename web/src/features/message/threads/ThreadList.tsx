import type { ListThreadsResponse } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { ScrollBox } from "../../../ui/page/ScrollBox.tsx";
import { InboxMenu } from "./InboxMenu.tsx";
import { type Filter, filters, nothingHere, type Type, types } from "./shown.ts";
import { Row } from "./ThreadRow.tsx";

type Props = {
  threads: UseQueryResult<ListThreadsResponse, Error>;
  openId: string | undefined;
  filter: Filter;
  type: Type;
  keyword: string;
  onType: (name: string) => void;
  onMore: () => void;
  onFilter: (name: string) => void;
  onKeyword: (text: string) => void;
  onOpen: (id: string) => void;
};

export const ThreadList = ({ threads, openId, filter, type, keyword, onFilter, onType, onKeyword, onOpen, onMore }: Props) => {
  const [typed, setTyped] = useState(keyword);
  // A search looks everywhere, so that whoever chooses what is shown has ended it.
  const searching = keyword !== "";
  const pressed = searching ? undefined : filter;
  const { data, error, refetch } = threads;
  return (
    <Box
      component="section"
      aria-label="Conversations"
      sx={{
        width: { xs: "100%", md: 320 },
        flex: "none",
        display: "flex",
        flexDirection: "column",
        minHeight: 0,
        bgcolor: "background.paper",
        borderRight: { md: 1 },
        borderColor: { md: "line" },
      }}
    >
      <Box sx={{ p: 1.5, display: "grid", gap: 1.25, borderBottom: 1, borderColor: "lineSoft" }}>
        <TextField
          size="small"
          label="Find a conversation"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            onKeyword(event.target.value.trim());
          }}
          helperText={searching && "In all conversations, also closed ones"}
        />
        <Box role="group" aria-label="Show" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
          {filters.map((one) => (
            <Chip
              key={one.name}
              label={one.label}
              size="small"
              color={one === pressed ? "primary" : "default"}
              variant={one === pressed ? "filled" : "outlined"}
              aria-pressed={one === pressed}
              onClick={() => {
                setTyped("");
                onFilter(one.name);
              }}
            />
          ))}
        </Box>
        <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
          <TextField
            select
            size="small"
            label="About"
            value={searching ? "all" : type.name}
            onChange={(event) => {
              setTyped("");
              onType(event.target.value);
            }}
            slotProps={{ select: { native: true } }}
            sx={{ flex: 1 }}
          >
            {types.map((one) => (
              <option key={one.name} value={one.name}>
                {one.label}
              </option>
            ))}
          </TextField>
          <InboxMenu />
        </Box>
      </Box>
      <ScrollBox name="threads">
        {error && !data ? (
          <ErrorState error={error} compact onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading />
        ) : data.threads.length === 0 ? (
          <EmptyState
            icon="messages"
            title={searching ? "No one found" : "Nothing here"}
            text={searching ? "Not in any conversation, open or closed. Try a part of the name or the number." : nothingHere[filter.name]}
          />
        ) : (
          <>
            {data.threads.map((thread) => (
              <Row key={thread.id} thread={thread} open={thread.id === openId} onOpen={() => onOpen(thread.id)} />
            ))}
            {data.threads.length < data.total && (
              <Button fullWidth loading={threads.isFetching} onClick={onMore}>
                More conversations
              </Button>
            )}
          </>
        )}
      </ScrollBox>
    </Box>
  );
};

const Loading = () => (
  <Box aria-busy="true" aria-label="Loading conversations" sx={{ p: 1.5, display: "grid", gap: 1.5 }}>
    {[0, 1, 2, 3, 4].map((i) => (
      <Skeleton key={i} variant="rounded" height={48} />
    ))}
  </Box>
);
