extends Node2D
## The root of a level: the keys that its player holds, and what happens in it.
##
## The nodes of a level call it as their `owner`. A game connects its signals.

## A key, loot or an offer was taken, or a switch was used.
signal taken(thing: Area2D)
## A door was opened.
signal opened(door: StaticBody2D)
## A door stays shut: it is locked, or its other side is the one to open it from.
signal refused(door: StaticBody2D)
## The player stands on stairs.
signal left(stairs: Area2D)

## How many keys of each name the player holds.
var keys: Dictionary = {}


## Takes a thing, or uses a switch where it stands.
func take(thing: Area2D) -> void:
	if thing.has_meta("key_id"):
		if thing.get_meta("use") == "Switch":
			for passage in thing.get_meta("opens"):
				open_passage(passage)
		else:
			keys[thing.get_meta("kind")] = keys.get(thing.get_meta("kind"), 0) + 1
	taken.emit(thing)


## Takes a key for a lock from the player, if it is used up. Returns whether there was one.
func unlock(lock: String) -> bool:
	if keys.get(lock, 0) == 0:
		return false
	for key in get_node("keys").get_children():
		if key.get_meta("kind") == lock and key.get_meta("use") == "SingleUse":
			keys[lock] -= 1
			break
	return true


## Opens all doors of a passage.
func open_passage(passage: int) -> void:
	for door in get_node("doors").get_children():
		if door.get_meta("passage_id") == passage and door.has_method("open"):
			door.open()

