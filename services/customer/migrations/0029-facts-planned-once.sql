-- Its plan is the same whoever it is for. Left to itself the server plans it anew each time, because it takes a list for ten ids where there is nearly always one; planning cost as much as running.
alter function refresh_facts(bigint, bigint[]) set plan_cache_mode = force_generic_plan;
