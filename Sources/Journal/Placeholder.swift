// Placeholder until the room's code arrives.
